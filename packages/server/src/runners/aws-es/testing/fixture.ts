import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (server) => ({ server, region: 'eu-west-1', access_key: 'a', secret_key: 'a secret' }),
  text: '{}',
}
