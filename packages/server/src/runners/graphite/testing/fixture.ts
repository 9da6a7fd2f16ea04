import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url }),
  text: 'target=a',
  emptyResults: ['[]'],
  unverified: { verify: false },
}
