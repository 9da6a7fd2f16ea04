import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: () => ({}),
  text: (url) => `url: ${url}`,
  // Each is a header without rows.
  emptyResults: ['hello there', '[]', '{}', 'null', ''],
  hasSchema: false,
}
