/** Makes a function that formats a count with its noun: `1 payment`, `2 payments`; zero is plural. */
export function counted(one: string, many: string): (count: number) => string {
  return (count) => `${count} ${count === 1 ? one : many}`;
}
