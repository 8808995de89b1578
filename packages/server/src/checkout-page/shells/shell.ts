import type { Html } from '../../http/html.ts';
import type { Context } from '../screen.ts';

/** One template: the layout of a page's parts, and its additions to the common style. */
export interface Shell {
  readonly css: string;
  /** Everything inside `body`, in an order that makes sense without style sheets: shop, amount, view, small print. */
  readonly arrange: (main: Html, context: Context) => Html;
}

/** The page fills the window below any banner. */
export const fullHeightCss = `
body{display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
.test+*,body>:first-child:not(.test){flex:1}`;
