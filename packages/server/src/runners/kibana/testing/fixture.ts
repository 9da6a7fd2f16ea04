import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (server) => ({ server }),
  text: '{"index": "a", "query": "*"}',
}
