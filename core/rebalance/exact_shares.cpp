#include "core/rebalance/exact_shares.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace reshard::rebalance {
namespace {

constexpr std::size_t kMostLooks = 1000;  // for what an owner may give, from the end of its run
constexpr std::uint64_t kMostExchanges = 16;
constexpr std::size_t kNothing = std::numeric_limits<std::size_t>::max();
constexpr std::uint32_t kNobody = ~std::uint32_t{0};

/// Something is given, and something comes; one of them may be kNothing.
struct Exchange {
  std::size_t given = kNothing, gotten = kNothing;
  std::size_t distance = kNothing;  ///< how much it disturbs the order; kNothing: there is none
};

class Dealer {
 public:
  explicit Dealer(const std::vector<std::uint64_t>& sizes) : sizes_(sizes), owners_(sizes.size(), kNobody) {
    for (std::size_t i = 0; i < sizes.size(); ++i) by_size_.emplace_back(sizes[i], i);
    std::sort(by_size_.begin(), by_size_.end());
  }

  bool deal(std::uint32_t owner, std::uint64_t share);
  void deal_rest(std::uint32_t owner) { std::replace(owners_.begin(), owners_.end(), kNobody, owner); }
  std::vector<std::uint32_t> take() { return std::move(owners_); }

 private:
  std::size_t nearest(std::uint64_t size, std::size_t from) const;
  Exchange look(std::uint64_t more, std::uint64_t less, std::size_t from) const;
  std::vector<Exchange> exchanges(std::uint64_t more, std::uint64_t less, std::size_t from);
  void carry_out(const Exchange& exchange, std::uint32_t given_to, std::uint32_t gotten_by);

  const std::vector<std::uint64_t>& sizes_;
  std::vector<std::uint32_t> owners_;
  std::vector<std::pair<std::uint64_t, std::size_t>> by_size_;
  std::size_t next_ = 0;  // all before it have an owner
  std::uint32_t owner_ = 0;
  std::vector<std::size_t> run_;  // what the owner has
};

/// The next thing of that size that nobody has.
std::size_t Dealer::nearest(std::uint64_t size, std::size_t from) const {
  auto at = std::lower_bound(by_size_.begin(), by_size_.end(), std::pair(size, from));
  while (at != by_size_.end() && at->first == size && owners_[at->second] != kNobody) ++at;
  return at == by_size_.end() || at->first != size ? kNothing : at->second;
}

/// What makes the run so much larger or smaller: a thing of it for one that nobody has.
Exchange Dealer::look(std::uint64_t more, std::uint64_t less, std::size_t from) const {
  Exchange best;
  if (const std::size_t gotten = more > 0 ? nearest(more, from) : kNothing; gotten != kNothing) {
    best = {kNothing, gotten, gotten - from};
  }
  for (std::size_t i = 0; i < std::min(run_.size(), kMostLooks); ++i) {
    const std::size_t given = run_[run_.size() - 1 - i];
    if (best.distance != kNothing && from - given >= best.distance) break;
    if (owners_[given] != owner_ || sizes_[given] + more < less) continue;
    const std::uint64_t size = sizes_[given] + more - less;
    const std::size_t gotten = size == 0 ? kNothing : nearest(size, from);
    if (gotten == kNothing && size != 0) continue;
    const std::size_t distance = (gotten == kNothing ? from : gotten) - given;
    if (distance < best.distance) best = {given, gotten, distance};
  }
  return best;
}

void Dealer::carry_out(const Exchange& exchange, std::uint32_t given_to, std::uint32_t gotten_by) {
  if (exchange.given != kNothing) owners_[exchange.given] = given_to;
  if (exchange.gotten != kNothing) owners_[exchange.gotten] = gotten_by;
}

/// As few as do it, each about the same part. Nothing is carried out in the end.
std::vector<Exchange> Dealer::exchanges(std::uint64_t more, std::uint64_t less, std::size_t from) {
  const std::uint64_t all = more + less, spread = by_size_.back().first - by_size_.front().first;
  for (std::uint64_t parts = 1; parts <= std::min(all, kMostExchanges); ++parts) {
    if (parts > 1 && all / parts > spread) continue;  // no two things are so far apart
    std::vector<Exchange> found;
    for (std::uint64_t part = 0; part < parts; ++part) {
      const Exchange one = look((more + part) / parts, (less + part) / parts, from);  // they add up to the whole
      if (one.distance == kNothing) break;
      carry_out(one, kNobody, owner_);
      found.push_back(one);
    }
    // Each touches other things than the others do.
    for (const Exchange& one : found) carry_out(one, owner_, kNobody);
    if (found.size() == parts) return found;
  }
  return {};
}

bool Dealer::deal(std::uint32_t owner, std::uint64_t share) {
  std::uint64_t sum = 0;
  owner_ = owner;
  run_.clear();
  for (; next_ < sizes_.size(); ++next_) {
    if (owners_[next_] != kNobody) continue;
    if (sum + sizes_[next_] > share) break;
    sum += sizes_[next_];
    owners_[next_] = owner;
    run_.push_back(next_);
  }
  if (sum == share) return true;
  // The run as it is, or with one thing more than the share allows.
  const auto total = [](const std::vector<Exchange>& all) {
    std::size_t sum_of_all = all.empty() ? kNothing : 0;
    for (const Exchange& one : all) sum_of_all += one.distance;
    return sum_of_all;
  };
  std::vector<Exchange> best = exchanges(share - sum, 0, next_);
  owners_[next_] = owner;
  run_.push_back(next_);
  std::vector<Exchange> other = exchanges(0, sum + sizes_[next_] - share, next_ + 1);
  if (best.empty() && other.empty()) return false;
  if (total(best) <= total(other)) {
    owners_[next_] = kNobody;
  } else {
    best = std::move(other);
  }
  for (const Exchange& one : best) {
    carry_out(one, kNobody, owner);
    next_ = std::min(next_, one.given);
  }
  return true;
}

}  // namespace

std::vector<std::uint32_t> exact_shares(const std::vector<std::uint64_t>& sizes,
                                        const std::vector<std::uint64_t>& shares) {
  Dealer dealer(sizes);
  for (std::uint32_t owner = 0; owner + 1 < shares.size(); ++owner) {
    if (!dealer.deal(owner, shares[owner])) return {};
  }
  if (!shares.empty()) dealer.deal_rest(static_cast<std::uint32_t>(shares.size() - 1));
  return dealer.take();
}

}  // namespace reshard::rebalance
