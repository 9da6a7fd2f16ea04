interface Item {
  id: number
}

/** The rows of a card: favorites first, then other items. */
export interface JoinedRows<Favorite, Other> {
  favorites: Favorite[]
  others: Other[]
  /** Which items the others are, as their heading says. */
  othersAre: 'Recent' | 'Newest'
}

/** The items that are no favorites. */
export function besides<Other extends Item>(favorites: readonly Item[], items: readonly Other[]): Other[] {
  const ids = new Set(favorites.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

/**
 * Fills the rows of a card: with favorites, and while there is room with other recent items or, if there are none, the newest. No item
 * appears twice.
 */
export function joined<Favorite extends Item, Recent extends Item, Newest extends Item>(
  favorites: readonly Favorite[],
  recent: readonly Recent[],
  newest: readonly Newest[],
  rows: number,
): JoinedRows<Favorite, Recent | Newest> {
  const otherRecent = besides(favorites, recent)
  const isRecent = otherRecent.length > 0
  const others: readonly (Recent | Newest)[] = isRecent ? otherRecent : besides(favorites, newest)
  return {
    favorites: favorites.slice(0, rows),
    others: others.slice(0, Math.max(0, rows - favorites.length)),
    othersAre: isRecent ? 'Recent' : 'Newest',
  }
}
