#pragma once

#include <cmath>

#include "core/base/natural_log.h"
#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/placement_helpers.h"

namespace reshard {

/// npm's skeleton-rendezvous 1.1.3, a Lookup for BucketPlacement: sites are sorted by name and cut into clusters; the
/// sites left over for an incomplete last cluster go to the others in turn. MD5 of key, salt, level and branch finds a
/// cluster, the salt being the number of nonexistent clusters found so far; MD5 of key, salt, path and name then finds
/// a site.
class NpmTree {
 public:
  NpmTree(std::uint32_t fanout, std::size_t cluster, std::span<const Node> nodes) : fanout_(fanout) {
    std::vector<const Node*> sorted;
    for (const Node& node : nodes) sorted.push_back(&node);
    sort_by_name(sorted);
    const std::size_t full = std::max<std::size_t>(1, sorted.size() / cluster);
    std::vector<std::vector<const Node*>> clusters(full);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      clusters[i < full * cluster ? i / cluster : (i - full * cluster) % full].push_back(sorted[i]);
    }
    for (const auto& members : clusters) {
      first_.push_back(static_cast<std::uint32_t>(sites_.size()));
      for (const Node* node : members) sites_.push_back(*node);
    }
    first_.push_back(static_cast<std::uint32_t>(sites_.size()));
    // As JavaScript computes it: rounding may put the quotient of two logarithms just above a whole number, which adds
    // a level.
    levels_ = static_cast<int>(std::ceil(natural_log(static_cast<double>(full)) / natural_log(fanout)));
  }

  std::vector<NodeId> nodes() const {
    std::vector<NodeId> ids;
    for (const Node& site : sites_) ids.push_back(site.id);
    return ids;
  }

  template <typename Visit>
  std::uint32_t operator()(KeyCursor& cursor, Visit visit) const {
    const std::string key(cursor.name());
    for (std::uint64_t salt = 0;; ++salt) {
      const std::string salted = salt == 0 ? key : key + decimal(salt);
      std::string path;
      std::size_t cluster = 0;
      for (int level = 0; level < levels_; ++level) {
        const std::string prefix = salted + decimal(static_cast<std::uint64_t>(level));
        const auto group = largest(fanout_, [&](std::size_t j) { return prefix + decimal(j); });
        cluster = cluster * fanout_ + group;
        path += decimal(group);
      }
      if (cluster + 1 >= first_.size()) continue;
      std::string item = key + decimal(salt);
      item += path;
      const std::uint32_t first = first_[cluster];
      const auto site = first + static_cast<std::uint32_t>(largest(first_[cluster + 1] - first, [&](std::size_t i) {
                          return item + sites_[first + i].name;
                        }));
      visit("site", site);
      return site;
    }
  }

  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const Node& site : sites_) bytes += site.name.size();
    return bytes;
  }

 private:
  // The index of the text with the largest MD5, of `count` texts; hexadecimal digests compare like their bytes.
  template <typename Text>
  static std::size_t largest(std::size_t count, Text text) {
    std::size_t best = 0;
    auto best_digest = md5(text(0));
    for (std::size_t i = 1; i < count; ++i) {
      const auto digest = md5(text(i));
      if (digest > best_digest) {
        best_digest = digest;
        best = i;
      }
    }
    return best;
  }

  std::uint32_t fanout_;
  int levels_ = 0;
  std::vector<Node> sites_;           // cluster by cluster
  std::vector<std::uint32_t> first_;  // the first site of each cluster, then one past the last site
};

}  // namespace reshard
