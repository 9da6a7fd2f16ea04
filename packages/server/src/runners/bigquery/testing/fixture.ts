import { googleOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: googleOptions({ projectId: 'acme' }),
  text: 'SELECT 1',
}
