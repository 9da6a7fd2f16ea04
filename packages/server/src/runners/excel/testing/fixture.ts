import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: () => ({}),
  text: (url) => `url: ${url}`,
  hasSchema: false,
}
