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

/**
 * Fills the rows of a card: with favorites, and while there is room with recent items or, if there are none, the newest. No item
 * appears twice.
 */
export function joined<Favorite extends Item, Recent extends Item, Newest extends Item>(
  favorites: readonly Favorite[],
  recent: readonly Recent[],
  newest: readonly Newest[],
  rows: number,
): JoinedRows<Favorite, Recent | Newest> {
  const shown = new Set(favorites.map(({ id }) => id))
  const others: readonly (Recent | Newest)[] = recent.length > 0 ? recent : newest
  return {
    favorites: favorites.slice(0, rows),
    others: others.filter(({ id }) => !shown.has(id)).slice(0, Math.max(0, rows - favorites.length)),
    othersAre: recent.length > 0 ? 'Recent' : 'Newest',
  }
}
