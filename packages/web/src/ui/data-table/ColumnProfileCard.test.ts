import { expect, it } from 'vitest'
import { shareText } from './ColumnProfileCard.tsx'

it('rounds shares to whole percent, but neither a few rows to none nor almost all rows to all (OPEN-206)', () => {
  const shares = [0, 1, 10, 499, 500, 990, 999, 1000].map((count) => shareText(count, 1000))
  expect(shares).toEqual(['0%', '< 1%', '1%', '50%', '50%', '99%', '> 99%', '100%'])
})
