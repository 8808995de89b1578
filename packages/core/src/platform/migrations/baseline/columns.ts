/** Type and rule of the column that keeps test and live apart. */
export const mode = `text not null check (mode in ('test', 'live'))`;
