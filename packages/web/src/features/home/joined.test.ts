import { describe, expect, it } from 'vitest'
import { joined } from './FavoriteCards.tsx'

const items = (...ids: number[]) => ids.map((id) => ({ id }))

describe('the rows of a card on the home page', () => {
  it('are favorites first, then recent items that are no favorites (HOME-21)', () => {
    const rows = joined(items(1, 2), items(2, 3, 4), items(5), 4)
    expect(rows).toEqual({ favorites: items(1, 2), others: items(3, 4), othersAre: 'Recent' })
  })

  it('are favorites, then the newest items, if all recent ones are favorites (HOME-21)', () => {
    expect(joined(items(1, 2), items(2, 1), items(2, 5), 4)).toEqual({
      favorites: items(1, 2),
      others: items(5),
      othersAre: 'Newest',
    })
  })

  it('are only favorites if those fill the card (HOME-21)', () => {
    expect(joined(items(1, 2, 3), items(4), [], 2)).toMatchObject({ favorites: items(1, 2), others: [] })
  })

  it('are the newest items for users who have no recent ones (HOME-21)', () => {
    expect(joined(items(1), [], items(1, 5, 6), 2)).toEqual({ favorites: items(1), others: items(5), othersAre: 'Newest' })
  })
})
