import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (endpoint) => ({ path: 's3://acme/', endpoint, path_style: true }),
  text: 'SELECT 1',
}
