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

/**
 * Does the same with each item, a few at a time, and leaves out those for which the login has no permission.
 * @throws the first refusal if there is no other outcome; what the first item throws that fails otherwise
 */
export async function permittedOf<Item, Outcome extends object>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Outcome>,
  isRefusal: (error: unknown) => boolean,
): Promise<Outcome[]> {
  const refusals: unknown[] = []
  const outcomes = await severalAtATime(items, count, (item) =>
    work(item).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      refusals.push(error)
      return null
    }),
  )
  const permitted = outcomes.filter((outcome) => outcome !== null)
  if (refusals.length > 0 && permitted.length === 0) throw refusals[0]
  return permitted
}
