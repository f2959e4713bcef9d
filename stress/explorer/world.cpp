// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <explorer/world.hpp>

#include <functional>
#include <stdexcept>

namespace tamiz::explorer {

unsigned world::thread(const char* name, std::function<void()> body)
{
    if (threads_.size() == max_threads)
        throw std::length_error("explorer: more than " + std::to_string(max_threads) + " threads in one execution");
    threads_.push_back({name, std::move(body)});
    return static_cast<unsigned>(threads_.size() - 1);
}

void world::log(std::string_view line)
{
    if (schedule_ == nullptr) return;
    std::string who = running_ == nobody ? "afterwards" : std::to_string(running_) + " " + threads_[running_].name;
    constexpr std::size_t column = 16;
    if (who.size() < column) who.resize(column, ' ');
    schedule_->push_back(who + " " + std::string(line));
}

void world::clear()
{
    running_ = nobody;
    threads_.clear();
    finals_.clear();
    // What refers to other objects is taken apart before them.
    while (!kept_.empty()) kept_.pop_back();
    names_.clear();
    accesses_.clear();
    notes_.clear();
    failure_.clear();
}

std::string world::name_of_word(const std::uint64_t* word) const
{
    for (const word_names& n : names_) {
        const std::uint64_t* const first = n.words.data();
        if (std::less<>{}(word, first) || !std::less<>{}(word, first + n.words.size())) continue;
        std::string text = n.name;
        if (n.words.size() != 1) text.append(" ").append(std::to_string(word - first));
        return text;
    }
    return "another word";
}

}  // namespace tamiz::explorer
