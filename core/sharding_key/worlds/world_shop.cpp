#include <algorithm>

#include "core/base/text.h"
#include "core/sharding_key/worlds/world_draws.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard {
namespace {

// Orders of a shop over ninety days. Most customers order a few times; one, a wholesaler, places about one order in
// fifty.

constexpr std::string_view kColumns[] = {"order_id", "customer_id", "product_id", "created_at",
                                         "status",   "country",     "amount",     "coupon"};
constexpr std::string_view kCandidates[] = {"customer_id", "order_id", "product_id", "created_at", "status", "country"};
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {{"customer_id", "created_at"},
                                                                    {"country", "customer_id"}};
constexpr std::string_view kReference[] = {"products"};

constexpr std::string_view kTemplates = R"json([
  {"id":"orders of a customer","text":"SELECT * FROM orders WHERE customer_id = ? AND created_at > ?","perSecond":400,
   "kind":"select","tables":[{"name":"orders"}],"equal":[{"column":"customer_id"}],"ranges":[{"column":"created_at"}]},
  {"id":"one order","text":"SELECT * FROM orders WHERE customer_id = ? AND order_id = ?","perSecond":250,
   "kind":"select","tables":[{"name":"orders"}],"equal":[{"column":"customer_id"},{"column":"order_id"}]},
  {"id":"order by its number","text":"SELECT * FROM orders WHERE order_id = ?","perSecond":30,
   "kind":"select","tables":[{"name":"orders"}],"equal":[{"column":"order_id"}]},
  {"id":"new order","text":"INSERT INTO orders VALUES (…)","perSecond":60,"kind":"insert",
   "tables":[{"name":"orders"}]},
  {"id":"order is paid","text":"UPDATE orders SET status = ? WHERE customer_id = ? AND order_id = ?","perSecond":60,
   "kind":"update","tables":[{"name":"orders"}],"equal":[{"column":"customer_id"},{"column":"order_id"}],
   "sets":["status"]},
  {"id":"customer with orders","text":"SELECT * FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.id = ?",
   "perSecond":80,"kind":"select","tables":[{"name":"customers","alias":"c"},{"name":"orders","alias":"o"}],
   "equal":[{"column":"customers.id"}],"joins":[["orders.customer_id","customers.id"]]},
  {"id":"orders with products","text":"SELECT * FROM orders o JOIN products p ON p.id = o.product_id WHERE o.customer_id = ?",
   "perSecond":120,"kind":"select","tables":[{"name":"orders","alias":"o"},{"name":"products","alias":"p"}],
   "equal":[{"column":"orders.customer_id"}],"joins":[["products.id","orders.product_id"]]},
  {"id":"sold of a product","text":"SELECT count(*) FROM orders WHERE product_id = ?","perSecond":5,
   "kind":"select","tables":[{"name":"orders"}],"equal":[{"column":"product_id"}]},
  {"id":"open orders","text":"SELECT * FROM orders WHERE status = ?","perSecond":2,
   "kind":"select","tables":[{"name":"orders"}],"equal":[{"column":"status"}]}
])json";

void make(std::uint64_t seed, std::uint64_t row, std::uint64_t rows, std::vector<std::string>& texts) {
  Random random = row_random(seed, row);
  constexpr std::uint64_t kSeconds = 90 * 86400;
  const std::uint64_t customers = std::max<std::uint64_t>(1, rows / 12);
  const bool wholesale = random.below(50) == 0;
  const std::uint64_t customer = wholesale ? 0 : 1 + skewed(random, customers, 0.4);
  constexpr std::string_view kStatus[] = {"delivered", "delivered", "delivered", "delivered",
                                          "paid",      "open",      "returned"};
  constexpr std::string_view kCountries[] = {"DE", "DE", "DE", "DE", "FR", "FR", "PL", "NL", "AT", "CH"};
  const std::uint64_t at = row * kSeconds / rows + random.below(kSeconds / rows + 1);
  const std::uint64_t cents = 500 + random.below(20'000);
  // Each customer lives in one country.
  const std::uint64_t home = mix64(seed ^ mix64(customer)) % std::size(kCountries);
  texts.push_back(decimal(100'000 + row));
  texts.push_back("c" + decimal(customer));
  texts.push_back("p" + decimal(skewed(random, 5000, 0.8)));
  texts.push_back(moment(std::min(at, kSeconds - 1)));
  texts.emplace_back(kStatus[random.below(std::size(kStatus))]);
  texts.emplace_back(kCountries[home]);
  texts.push_back(decimal(cents / 100) + "." + decimal(cents / 10 % 10) + decimal(cents % 10));
  texts.push_back(random.below(10) == 0 ? "SPRING" + decimal(random.below(20)) : std::string());
}

}  // namespace

extern const WorldKind kShopWorld;
const WorldKind kShopWorld{"shop",      "orders", "created_at", kColumns,
                           kCandidates, kPairs,   kReference,   R"([["order_id"]])",
                           kTemplates,  200'000,  make};

}  // namespace reshard
