import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: () => ({}),
  text: (url) => `url: ${url}`,
  // A heading without lines below it.
  emptyResults: ['hello there', '[]', '{}', 'null', ''],
  hasSchema: false,
}
