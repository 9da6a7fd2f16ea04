/**
 * Does the same with each item, a few at a time, as a server takes them.
 * @returns the outcomes, in the order of the items
 * @throws what the first one that fails throws; no further one is begun then
 */
export async function severalAtATime<Item, Outcome>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const left = items.entries()
  let hasFailed = false
  const worker = async () => {
    for (const [at, item] of left) {
      if (hasFailed) return
      outcomes[at] = await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
  return outcomes
}
