/** Type and constraint of the column that separates test and live. */
export const mode = `text not null check (mode in ('test', 'live'))`;
