#pragma once

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"

namespace reshard {

/// Points from the words of MD5 digests: four words of each digest, or three.
class DigestPoints final : public TextPoints<std::uint64_t> {
 public:
  DigestPoints(std::vector<NumberedTexts> servers, unsigned words)
      : TextPoints(std::move(servers), {}), words_(words) {}

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    const auto digest = md5(text(node, number));
    for (unsigned h = 0; h < words_; ++h) of_node.push_back(load_le32(digest.data() + 4 * h));
  }

 private:
  unsigned words_;
};

}  // namespace reshard
