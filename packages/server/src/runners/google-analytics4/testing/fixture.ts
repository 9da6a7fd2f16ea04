import { googleOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: googleOptions({ propertyId: 42 }),
  text: '{}',
  languageName: 'JSON',
}
