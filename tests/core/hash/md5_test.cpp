#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Md5, HashesTheExamplesOfRfc1321) {
  EXPECT_EQ(hex_text(md5("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex_text(md5("a")), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(hex_text(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex_text(md5("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(hex_text(md5("abcdefghijklmnopqrstuvwxyz")), "c3fcd3d76192e4007dfb496cca67e13b");
  EXPECT_EQ(hex_text(md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(hex_text(md5("1234567890123456789012345678901234567890"
                         "1234567890123456789012345678901234567890")),
            "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(Md5, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "md5", [](const std::string& in) { return hex_text(md5(in)); });
}

TEST(Md5, PadsIntoASecondBlockFrom56BytesOn) {
  // After 55 bytes the padding bit and the length still fit into the block, after 56 they do not.
  EXPECT_EQ(hex_text(md5(std::string(55, 'x'))), "04364420e25c512fd958a70738aa8f72");
  EXPECT_EQ(hex_text(md5(std::string(56, 'x'))), "668a72d5ba17f08e62dabcafad6db14b");
  EXPECT_EQ(hex_text(md5(std::string(64, 'x'))), "c1bb4f81d892b2d57947682aeb252456");
}

TEST(Md5, FirstFourBytesInLittleEndianAreKetamaPoints) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "md5_le32",
                [](const std::string& in) { return hex_text(load_le32(md5(in).data())); });
  for (const Vectors::Row& row : Vectors("jedis_hashes.csv")) {
    EXPECT_EQ(load_le32(md5(row["input"]).data()), row.number("md5_le32")) << row["input"];
  }
}

TEST(Md5, IsReadAsItsFirstEightBytes) {
  EXPECT_EQ(md5_hash.hash64("abc", 0), 0x900150983cd24fb0u);
  EXPECT_EQ(to_hex(md5_hash.digest("abc", 0)), "900150983cd24fb0d6963f7d28e17f72");
}

}  // namespace
}  // namespace reshard::testing
