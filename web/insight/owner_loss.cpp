#include "web/insight/owner_loss.h"

#include "core/analysis/serving.h"
#include "web/text/words.h"

namespace reshard::ui {

void OwnerLoss::begin(const Results& results, const SingleKey& key, std::uint32_t index, NodeId owner) {
  const StrategyResult& main = results.strategies[0];
  placement_.reset();
  heir_ = kNoNode;
  refusal_.clear();
  key_ = key.name();
  index_ = index;
  choice_ = main.choice;
  cluster_ = results.scenario->cluster;
  replicas_ = results.scenario->replicas;
  if (const Status gone = cluster_->remove(owner); !gone.ok()) {
    refusal_ = say(Word::last_node_stays);
    return;
  }
  BuildInput input{*cluster_, choice_.params, *choice_.hash, results.scenario->replicas};
  if (traits_of(*choice_.strategy, choice_.params).has(Trait::kNeedsAllKeys)) { input.all_keys = main.keys; }
  input.previous = main.placement.get();
  auto built = build_placement(*choice_.strategy, input);
  if (built.ok()) {
    placement_ = built.take();
  } else {
    refusal_ = error_text(built.error());
  }
}

bool OwnerLoss::step(Budget& budget) {
  if (placement_ == nullptr || !placement_->step(budget)) return false;
  const auto key = SingleKey::of(key_, choice_.strategy->recipes(choice_.params, *choice_.hash));
  if (key.ok()) {  // other nodes may be down
    const Serving serving(*placement_, *choice_.strategy, choice_.params, *cluster_, replicas_);
    heir_ = serving.explain(key.value(), index_).back().node;
  }
  placement_.reset();
  return true;
}

}  // namespace reshard::ui
