#include "core/migration/model/step.h"

namespace reshard {
namespace {

/// Puts a version on a side by the rule; a delete leaves a tombstone or nothing. False if it was not put.
bool put(Held& held, Carried value, Conflict rule, bool keeps_tombstone) {
  if (value.version != kNothing && value.number > held.highest) held.highest = value.number;
  const bool exists = held.version != kNothing;
  if (exists && rule == Conflict::kIfAbsent) return false;
  if (exists && rule == Conflict::kIfNewer && value.number <= held.number) return false;
  const bool nothing = is_tombstone(value.version) && !keeps_tombstone;
  held.version = nothing ? kNothing : value.version;
  held.number = nothing ? 0 : value.number;
  return true;
}

void clear(Held& held) {
  held.version = kNothing;
  held.number = 0;
}

Say checked(const Protocol& protocol, const Progress& progress, const KeyState& key, Side side,
            const Message& message) {
  if (!protocol.checks) return Say::kServed;
  const std::uint8_t known = progress.known_by(side);
  switch (protocol.phases[known].rule(side)) {
    case NodeRule::kServe: return Say::kServed;
    case NodeRule::kNoWrites: return message.kind == MessageKind::kRead ? Say::kServed : Say::kRefused;
    case NodeRule::kClosed: return Say::kRefused;
    case NodeRule::kMigrating: return key.at(side).version == kNothing ? Say::kAsk : Say::kServed;
    case NodeRule::kImporting: return message.asking ? Say::kServed : Say::kMoved;
    case NodeRule::kForeign: return Say::kMoved;
    case NodeRule::kGate: return message.phase < known ? Say::kRefused : Say::kServed;
  }
  return Say::kServed;
}

/// The first messages of an operation.
Effects send(const Phase& phase, const Event& event) {
  Effects effects;
  Pending& pending = *event.pending;
  pending.phase = event.phase;
  pending.leg = pending.need = 0;
  pending.refused = false;
  const auto message = [&](MessageKind kind, std::uint32_t number = 0) {
    return Message{kind, false, event.phase, false, pending.version, number};
  };
  if (pending.operation == Operation::kRead) {
    const Side answers = read_leg(phase.reads, 0);
    effects.send(answers, message(MessageKind::kRead));
    if (compares(phase.reads)) {
      Message beside = message(MessageKind::kRead);
      beside.compares = true;
      effects.send(other(answers), beside);
    }
    return effects;
  }
  const bool both = phase.writes == Writes::kBoth;
  const Side first = phase.writes == Writes::kNew ? Side::kNew : Side::kOld;
  if (pending.operation == Operation::kDelete && phase.deletes == Deletes::kBothSides && !both) {
    effects.send(other(first), message(MessageKind::kRemove));
    return effects;
  }
  if (phase.numbering == Numbering::kAuthority || (phase.numbering == Numbering::kEach && !both)) {
    effects.send(first, message(MessageKind::kWrite));
    return effects;
  }
  const bool clocks = phase.numbering == Numbering::kClocks;
  const Message one = message(clocks ? MessageKind::kApply : MessageKind::kWrite, clocks ? event.number : 0);
  effects.send(first, one);
  if (both) effects.send(other(first), one);
  pending.need = both ? 2 : 1;
  return effects;
}

void finish(Effects& effects, Version result) {
  effects.finished = true;
  effects.result = result;
}

void refuse(Effects& effects, Say say, const Progress& progress, const Event& event) {
  effects.say = say;
  if (event.pending == nullptr) return;
  effects.learns = say != Say::kAsk && progress.known_by(event.side) > event.phase;
  if (event.message.compares) return;  // there is nothing to compare with
  if (say == Say::kRefused) {
    event.pending->refused = true;
    event.pending->leg = 0;
    return;
  }
  Message again = event.message;
  again.asking = say == Say::kAsk;
  effects.send(other(event.side), again);
}

void land_read(Effects& effects, const Phase& phase, const Held& held, const Event& event) {
  effects.seen = visible(held.version);
  if (event.pending == nullptr || event.message.compares) return;
  Pending& pending = *event.pending;
  Message next = event.message;
  next.asking = false;
  if (held.version == kNothing && pending.leg + std::size_t{1} < read_legs(phase.reads)) {
    effects.send(read_leg(phase.reads, ++pending.leg), next);
    return;
  }
  const Version result = visible(held.version);
  if (phase.copy == Copying::kOnRead && event.side == Side::kOld && result != kNothing) {
    next.kind = MessageKind::kFill;
    next.version = held.version;
    next.number = held.number;
    effects.send(Side::kNew, next);
  }
  finish(effects, result);
}

void land_write(Effects& effects, const Protocol& protocol, const Progress& progress, Held& held, const Event& event) {
  const Message& message = event.message;
  const Phase& phase = protocol.phases[message.phase];
  const bool numbers_here = message.kind == MessageKind::kWrite;
  const bool again = event.applied_as != 0;
  const std::uint32_t number = again ? event.applied_as : numbers_here ? held.highest + 1 : message.number;
  const Carried value{message.version, number};
  const Conflict rule = numbers_here ? Conflict::kOverwrite : event.side == Side::kOld ? phase.apply_old : phase.apply;
  effects.change = value;
  effects.put = !again && put(held, value, rule, phase.deletes == Deletes::kTombstone);
  const Log log = protocol.phases[progress.announced].log;
  effects.logged = effects.put && log == (event.side == Side::kOld ? Log::kForward : Log::kBack);

  Pending* const pending = event.pending;
  const bool both = phase.writes == Writes::kBoth;
  if (both && phase.numbering == Numbering::kAuthority && event.side == Side::kOld) {
    effects.send(Side::kNew, {MessageKind::kApply, false, message.phase, false, message.version, value.number});
    if (pending != nullptr && phase.acknowledged == Acknowledged::kByOne) finish(effects, kNothing);
  } else if (phase.move && !both) {
    effects.send(other(event.side), {MessageKind::kRemove, false, message.phase, false, message.version, 0});
  } else if (pending != nullptr) {
    if (pending->need > 0) --pending->need;
    if (pending->need == 0 || phase.acknowledged == Acknowledged::kByOne) finish(effects, kNothing);
  }
}

/// Handles the second side: for a write that moves, after the write; for a delete that goes to both, before it.
void land_removal(Effects& effects, const Phase& phase, Held& held, const Event& event) {
  clear(held);
  if (event.pending == nullptr) return;
  if (phase.deletes != Deletes::kBothSides) {
    finish(effects, kNothing);
    return;
  }
  Message next = event.message;
  next.kind = MessageKind::kWrite;
  effects.send(other(event.side), next);
}

Effects land(const Protocol& protocol, const Progress& progress, KeyState& key, const Event& event) {
  Effects effects;
  const Message& message = event.message;
  if (const Say say = checked(protocol, progress, key, event.side, message); say != Say::kServed) {
    refuse(effects, say, progress, event);
    return effects;
  }
  Held& held = key.at(event.side);
  const Phase& phase = protocol.phases[message.phase];
  switch (message.kind) {
    case MessageKind::kRead: land_read(effects, phase, held, event); break;
    case MessageKind::kFill: effects.put = put(held, {message.version, message.number}, phase.conflict, true); break;
    case MessageKind::kRemove: land_removal(effects, phase, held, event); break;
    case MessageKind::kWrite:
    case MessageKind::kApply: land_write(effects, protocol, progress, held, event); break;
  }
  return effects;
}

void take_along(const Phase& phase, KeyState& key, Effects& effects) {
  const Held& held = key.at(Side::kOld);
  effects.clears_log = phase.log == Log::kForward;  // this snapshot contains what has been logged so far
  const bool skipped = held.version == kNothing || (is_tombstone(held.version) && !phase.copy_tombstones);
  key.copying = skipped ? CopyState::kDone : CopyState::kCarrying;
  if (!skipped) key.carried = {held.version, held.number};
}

Effects copy(const Phase& phase, KeyState& key) {
  Effects effects;
  if (phase.copy == Copying::kMigrate) {
    Held& from = key.at(phase.copy_from);
    effects.change = {from.version, from.number};
    effects.put =
        from.version != kNothing && put(key.at(other(phase.copy_from)), effects.change, phase.conflict, false);
    if (effects.put) clear(from);
    key.copying = CopyState::kDone;
    return effects;
  }
  switch (key.copying) {
    case CopyState::kNotYet: take_along(phase, key, effects); break;
    case CopyState::kCarrying:
      effects.change = key.carried;
      effects.put = put(key.at(Side::kNew), key.carried, phase.conflict, true);
      key.copying = phase.move ? CopyState::kRemoving : CopyState::kDone;
      key.carried = {};
      break;
    case CopyState::kRemoving:
      clear(key.at(Side::kOld));
      key.copying = CopyState::kDone;
      break;
    case CopyState::kDone: break;
  }
  return effects;
}

// What it read may be outdated when it is put: `conflict` decides, as for a copy.
Effects verify(const Phase& phase, KeyState& key) {
  Effects effects;
  const Held& old = key.at(Side::kOld);
  Held& copy = key.at(Side::kNew);
  switch (key.verifying) {
    case VerifyState::kNotYet:
      key.compared = {old.version, old.number};
      key.verifying = VerifyState::kComparing;
      break;
    case VerifyState::kComparing:
      effects.differs = visible(key.compared.version) != visible(copy.version);
      key.verifying = effects.differs && phase.repair ? VerifyState::kRepairing : VerifyState::kDone;
      break;
    case VerifyState::kRepairing:
      effects.change = key.compared;
      effects.put = put(copy, key.compared, phase.conflict, true);
      key.verifying = VerifyState::kDone;
      break;
    case VerifyState::kDone: break;
  }
  if (key.verifying == VerifyState::kDone) key.compared = {};
  return effects;
}

Effects announce(const Protocol& protocol, const Progress& progress, KeyState& key) {
  Effects effects;
  const Phase& phase = protocol.phases[progress.announced];
  const Phase& before = protocol.phases[progress.announced - 1u];
  effects.clears_log = phase.log != before.log;
  if (begins_to_verify(before, phase) && key.verifying == VerifyState::kDone) key.verifying = VerifyState::kNotYet;
  if (phase.copy_again) key.copying = CopyState::kNotYet;
  if (phase.drop) clear(key.at(Side::kOld));
  return effects;
}

}  // namespace

Effects step(const Protocol& protocol, const Progress& progress, KeyState& key, const Event& event) {
  Effects effects;
  const Phase& announced = protocol.phases[progress.announced];
  switch (event.kind) {
    case Event::Kind::kSend: return send(protocol.phases[event.phase], event);
    case Event::Kind::kLand: return land(protocol, progress, key, event);
    case Event::Kind::kCopy: return copy(announced, key);
    case Event::Kind::kVerify: return verify(announced, key);
    case Event::Kind::kSkip: key.verifying = VerifyState::kDone; break;
    case Event::Kind::kAnnounce: return announce(protocol, progress, key);
    case Event::Kind::kReplay:
      put(key.at(announced.log == Log::kBack ? Side::kOld : Side::kNew), event.carried, Conflict::kOverwrite, false);
      break;
    case Event::Kind::kForget: clear(key.at(event.side)); break;
    case Event::Kind::kForgetAll: key.at(event.side) = event.tail ? first_state().at(event.side) : Held{}; break;
    case Event::Kind::kRestart:
      key.copying = CopyState::kNotYet;
      key.at(Side::kOld).version = kFirstValue;
      key.at(Side::kOld).number = kFirstNumber;
      break;
  }
  return effects;
}

bool copier_has_work(const Phase& phase, const KeyState& key) {
  // A copy still lands if its phase ended while it was under way.
  if (key.copying == CopyState::kCarrying || key.copying == CopyState::kRemoving) return true;
  return key.copying == CopyState::kNotYet && (phase.copy == Copying::kAll || phase.copy == Copying::kMigrate);
}

bool verifier_has_work(const Phase& phase, const KeyState& key) {
  if (key.verifying == VerifyState::kComparing || key.verifying == VerifyState::kRepairing) return true;
  return key.verifying == VerifyState::kNotYet && phase.verify != Verify::kNone && !copier_has_work(phase, key);
}

bool may_end(const Phase& phase, const Facts& facts) {
  if (!facts.nodes_know) return false;
  if ((phase.barrier || (phase.until & kUntilAcknowledged)) && !facts.acknowledged) return false;
  if ((phase.until & (kUntilCopied | kUntilDrained)) && !facts.copied) return false;
  if ((phase.until & kUntilExpired) && !facts.expired) return false;
  if ((phase.until & kUntilAsked) && !facts.asked) return false;
  if ((phase.until & kUntilVerified) && !facts.verified) return false;
  return !(phase.until & kUntilDrained) || facts.drained;
}

}  // namespace reshard
