// Text inside HTML and XML, by the rules of these languages: the one place for both. The C++ for pictures is in
// web/draw/painter_svg.cpp; tests/vectors/xml_text.csv holds the two together.

/** @type {Record<string, string>} */
const kEntities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text and attributes of HTML. */
export const html = (/** @type {unknown} */ text) => String(text).replace(/[&<>"']/g, (sign) => kEntities[sign]);

/** The same for SVG: XML cannot contain some characters at all, and a picture with one of them is not shown. */
export const svg = (/** @type {unknown} */ text) =>
  html(text).replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu, '\ufffd');
