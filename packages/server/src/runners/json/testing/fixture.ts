import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: () => ({}),
  text: (url) => `url: ${url}`,
  emptyResults: ['[]', '{}', 'null', ''],
  hasSchema: false,
}
