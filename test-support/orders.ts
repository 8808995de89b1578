/** Every order of the items, each once: the same item twice makes no other order. */
export function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((first) => {
    const rest = items.toSpliced(items.indexOf(first), 1);
    return ordersOf(rest).map((order) => [first, ...order]);
  });
}
