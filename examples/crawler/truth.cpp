// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.

#include "crawler/truth.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "crawler/links.hpp"
#include "crawler/scope.hpp"

namespace crawler {
namespace {

/// Reads each text once: several hosts with the same pages need not have them parsed for each. Texts are told apart by
/// length and 64-bit hash: two among a million that are taken for one have a chance of 3e-8.
class link_memory {
public:
    std::optional<page_links> operator()(std::string_view html)
    {
        const auto [entry, is_new] = known_.try_emplace(key{html.size(), std::hash<std::string_view>{}(html)});
        if (is_new) entry->second = links_of(html);
        return entry->second;
    }

private:
    struct key {
        std::size_t length;
        std::size_t hash;
        friend bool operator==(const key&, const key&) = default;
    };
    struct key_hash {
        std::size_t operator()(const key& text) const noexcept { return text.hash; }
    };

    std::unordered_map<key, std::optional<page_links>, key_hash> known_;
};

}  // namespace

truth::id truth::id_of(const std::string& address)
{
    const auto [entry, is_new] = ids_.try_emplace(address, static_cast<id>(pages_.size()));
    if (is_new) pages_.push_back({&entry->first, {}});
    return entry->second;
}

std::optional<truth> truth::explore(const std::vector<url>& seeds, const fetch_function& fetch,
                                    const std::function<bool()>& stop_requested)
{
    const scope sites(seeds);
    const auto memory = std::make_shared<link_memory>();
    const link_reader read = [memory](std::string_view html) { return (*memory)(html); };

    truth result;
    std::deque<url> to_do;  // as many of the last pages of result.pages_ as are not read yet
    const auto meet = [&result, &to_do](const url& page) {
        const std::size_t before = result.pages_.size();
        const id number = result.id_of(page.text());
        if (result.pages_.size() > before) to_do.push_back(page);
        return number;
    };

    for (const url& seed : seeds) meet(seed);
    result.seeds_ = result.pages_.size();
    for (id next = 0; !to_do.empty(); ++next) {
        if (stop_requested()) return std::nullopt;
        const visit seen = visit_page(to_do.front(), fetch, sites, read);
        to_do.pop_front();
        result.counts_ += seen.counts;

        std::vector<id> links;
        for (const url& link : seen.links) links.push_back(meet(link));
        std::sort(links.begin(), links.end());
        links.erase(std::unique(links.begin(), links.end()), links.end());
        links.shrink_to_fit();
        result.pages_[next].links = std::move(links);
    }
    return result;
}

std::vector<std::string> truth::met_by(const std::function<bool(const std::string&)>& is_fetched) const
{
    std::vector<bool> met(pages_.size());
    std::vector<id> to_do;
    const auto meet = [&met, &to_do](id page) {
        if (met[page]) return;
        met[page] = true;
        to_do.push_back(page);
    };
    for (id seed = 0; seed < seeds_; ++seed) meet(seed);
    std::vector<std::string> result;
    while (!to_do.empty()) {
        const node& next = pages_[to_do.back()];
        to_do.pop_back();
        result.push_back(*next.address);
        if (is_fetched(*next.address)) std::for_each(next.links.begin(), next.links.end(), meet);
    }
    return result;
}

}  // namespace crawler
