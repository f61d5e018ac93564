// Where the page will be published, if the builder knows: RESHARD_SITE, such as https://example.org/reshard/. The
// preview of a link needs the whole address of its picture, which a folder that works anywhere cannot know.

/** The folder that the address names; throws if it names none. @param {string} site */
export function folderOf(site) {
  const folder = URL.canParse(site) ? new URL(site) : null;
  if (!folder || !/^https?:$/.test(folder.protocol) || folder.search || folder.hash || folder.username)
    throw new Error(`RESHARD_SITE is “${site}”, and not the address of a folder such as https://example.org/reshard/`);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder.href;
}

/**
 * The page's HTML with whole addresses where other sites read them.
 * @param {string} html
 * @param {string} path in the folder
 * @param {string} site
 */
export function atSite(html, path, site) {
  const folder = folderOf(site),
    page = new URL(path, folder).href.replaceAll('&', '&amp;');
  const whole = html.replace(
    /(<meta property="og:image" content=")([^"]+)(">)/,
    (_, before, picture, after) => before + new URL(picture, folder).href.replaceAll('&', '&amp;') + after,
  );
  if (whole === html) throw new Error(`${path} names no picture for its preview`);
  return whole.replace(
    '<meta name="color-scheme"',
    `<link rel="canonical" href="${page}">\n  <meta property="og:url" content="${page}">\n  $&`,
  );
}
