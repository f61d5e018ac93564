// Prometheus: relabelling with the action hashmod, by which several servers share one list of targets.
//
// The values of the source labels, joined by the separator (";" unless the configuration names another), their MD5,
// its last eight bytes as a number, modulo the modulus: of 64 bits, so up to 2^64 − 1. A target that lacks a label has
// an empty value for it, and the separator stays: columns of a key are the labels, NULL one that the target lacks.
// Rows were read from /api/v1/targets of Prometheus 2.42.0.

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"

namespace reshard {
namespace {

std::string joined_labels(const Row& row) {
  std::string labels;
  for (const Value& value : row.values()) {
    if (&value != &row[0]) labels += ';';
    labels += value.text;
  }
  return labels;
}

std::uint64_t hashmod(const Row& row) {
  const auto digest = md5(joined_labels(row));
  std::uint64_t number = 0;
  for (std::size_t i = 8; i < digest.size(); ++i) number = number << 8 | digest[i];
  return number;
}

void explain(const Row& row, Trace& trace) {
  if (row.values().size() > 1) trace.push_back({"labels joined", joined_labels(row)});
}

}  // namespace

extern const Partitioner prometheus_partitioner;
constinit const Partitioner prometheus_partitioner{
    .id = "prometheus",
    .source = "Prometheus 2.42.0, action hashmod",
    .formula = "MD5(labels), bytes 8 to 15",
    .takes = {ColumnType::kText},
    .several = true,
    .nulls = true,
    .number = text_keys(hashmod),
    .explain = explain,
};

}  // namespace reshard
