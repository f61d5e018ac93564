/** Decodes a part of a link's argument; text that is not valid escaped text stays as it is. @param {string} text */
export function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
