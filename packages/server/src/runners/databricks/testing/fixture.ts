import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (host) => ({ host, http_path: '/sql/1.0/warehouses/a', http_password: 'a secret' }),
  text: 'SELECT 1',
}
