// Names that someone could put into a link so that those who paste a configuration run them. The file "canary" must never be
// created.

export const kHostile = [
  '$(touch canary)', '`touch canary`', 'b; touch canary', "c' || touch canary #", 'd"}', 'e" && touch canary; "', 'f\\', 'g\\"; touch canary',
  'h | touch canary', '-rf', '--config=/etc/passwd', '%s%n%x', "'); DROP TABLE node; --", '*/ touch canary /*', '// */', '??/', '\\u000a touch canary',
  '\\u0022 + x', '</script><script>touch("canary")</script>', '<!-- x', ']]>', '&amp;&#39;', "=cmd|' /C calc'!A0", '@SUM(1+1)', '+1+cmd', '-2+3', '{{7*7}}', '${jndi:ldap://x}',
  '#{x}', '$HOME', '~root', '* ? [a-z]', '!!python/object:os.system', '&anchor', '*alias', '- item: {', 'key: value', '| block', '> block', 'null', 'true',
  '1e5', '0x10', '__proto__', 'constructor', 'узел «один»', '名前', '😀 emoji', 'line\u2028separator', 'rtl\u202eoverride', 'soft\u00adhyphen', 'zero\u200bwidth',
  '[::1', '::1', '127.0.0.1:0', '127.0.0.1:99999', '127.0.0.1:80 weight=99 backup', '127.0.0.1:80; }', 'a b', 'a:b:c', 'x'.repeat(255),
  '/tmp/a b;c"d\'e{f}$(touch canary)', 'unix:/tmp/`touch canary`\\', '/tmp/$HOME; touch canary',
];
