#include <algorithm>

#include "core/base/text.h"
#include "core/sharding_key/worlds/world_draws.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard {
namespace {

// Comments on the posts of a social network, over one week. A few authors are celebrities: their posts get comments in
// proportion to a power law, and the first of them gets about a tenth of all comments.

constexpr std::string_view kColumns[] = {"comment_id", "post_id", "post_author_id", "author_id", "created_at",
                                         "topic",      "lang",    "likes",          "reply_to"};
constexpr std::string_view kCandidates[] = {"post_author_id", "author_id",  "post_id",
                                            "comment_id",     "created_at", "lang"};
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {{"post_author_id", "post_id"},
                                                                    {"author_id", "created_at"}};
constexpr std::string_view kReference[] = {"topics"};

constexpr std::string_view kTemplates = R"json([
  {"id":"comments of a post","text":"SELECT * FROM comments WHERE post_author_id = ? AND post_id = ? ORDER BY created_at DESC LIMIT 50",
   "perSecond":900,"kind":"select","tables":[{"name":"comments"}],
   "equal":[{"column":"post_author_id"},{"column":"post_id"}]},
  {"id":"timeline","text":"SELECT * FROM comments WHERE post_author_id IN (50 followed authors) AND created_at > ?","perSecond":60,
   "kind":"select","tables":[{"name":"comments"}],"equal":[{"column":"post_author_id","values":50}],
   "ranges":[{"column":"created_at"}]},
  {"id":"my comments","text":"SELECT * FROM comments WHERE author_id = ? AND created_at > ?","perSecond":90,
   "kind":"select","tables":[{"name":"comments"}],"equal":[{"column":"author_id"}],"ranges":[{"column":"created_at"}]},
  {"id":"new comment","text":"INSERT INTO comments VALUES (…)","perSecond":200,"kind":"insert",
   "tables":[{"name":"comments"}]},
  {"id":"like","text":"UPDATE comments SET likes = likes + 1 WHERE post_author_id = ? AND post_id = ? AND comment_id = ?",
   "perSecond":300,"kind":"update","tables":[{"name":"comments"}],
   "equal":[{"column":"post_author_id"},{"column":"post_id"},{"column":"comment_id"}],"sets":["likes"]},
  {"id":"post with comments","text":"SELECT * FROM posts p JOIN comments c ON c.post_id = p.id AND c.post_author_id = p.author_id WHERE p.id = ? AND p.author_id = ?",
   "perSecond":150,"kind":"select","tables":[{"name":"posts","alias":"p"},{"name":"comments","alias":"c"}],
   "equal":[{"column":"posts.id"},{"column":"posts.author_id"}],
   "joins":[["comments.post_id","posts.id"],["comments.post_author_id","posts.author_id"]]},
  {"id":"comment by its number","text":"SELECT * FROM comments WHERE comment_id = ?","perSecond":20,
   "kind":"select","tables":[{"name":"comments"}],"equal":[{"column":"comment_id"}]},
  {"id":"moderation","text":"SELECT * FROM comments WHERE lang = ? AND created_at > ?","perSecond":3,
   "kind":"select","tables":[{"name":"comments"}],"equal":[{"column":"lang"}],"ranges":[{"column":"created_at"}]}
])json";

void make(std::uint64_t seed, std::uint64_t row, std::uint64_t rows, std::vector<std::string>& texts) {
  Random random = row_random(seed, row);
  constexpr std::uint64_t kSeconds = 7 * 86400;
  const std::uint64_t people = std::max<std::uint64_t>(20, rows / 8);
  const std::uint64_t celebrity = skewed(random, people, 1.1);
  const std::uint64_t post = random.below(20);
  const std::uint64_t at = row * kSeconds / rows + random.below(kSeconds / rows + 1);
  constexpr std::string_view kTopics[] = {"music", "sport", "food", "news", "travel", "games"};
  constexpr std::string_view kLangs[] = {"en", "en", "en", "es", "es", "pt", "ru", "ja"};
  texts.push_back(decimal(9'000'000 + row));
  texts.push_back("post-" + decimal(celebrity) + "-" + decimal(post));
  texts.push_back("u" + decimal(celebrity));
  texts.push_back("u" + decimal(random.below(people)));
  texts.push_back(moment(std::min(at, kSeconds - 1)));
  texts.emplace_back(kTopics[mix64(seed ^ celebrity) % std::size(kTopics)]);
  texts.emplace_back(kLangs[random.below(std::size(kLangs))]);
  texts.push_back(decimal(skewed(random, 1000, 1.5)));
  texts.push_back(row > 0 && random.below(4) == 0 ? decimal(9'000'000 + random.below(row)) : std::string());
}

}  // namespace

extern const WorldKind kSocialWorld;
const WorldKind kSocialWorld{"social",    "comments", "created_at", kColumns,
                             kCandidates, kPairs,     kReference,   R"([["comment_id"]])",
                             kTemplates,  200'000,    make};

}  // namespace reshard
