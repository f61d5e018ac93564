export { svg as escaped } from '../../text/escaped.js';
