import { settings as api } from '@sightline/contract/settings.ts'
import type { App } from '../../platform/http/app.ts'
import * as logos from './logo.ts'
import * as service from './service.ts'
import { testMail } from './test-mail.ts'

/** Each call sends a mail. */
const TEST_MAILS_PER_HOUR = 30

export function settingsRoutes(app: App) {
  app.answer(api.get, (ctx) => service.show(ctx))
  app.answer(api.save, (ctx, { body }) => service.save(ctx, body))
  app.answer(api.logo, (ctx, { params }) => logos.get(ctx, params.hash))
  app.answer(api.uploadLogo, (ctx, { http }) => logos.upload(ctx, http))
  app.answer(api.removeLogo, (ctx) => logos.remove(ctx))
  app.answer(api.testMail, (ctx) => testMail(ctx), { callsPerUserHour: TEST_MAILS_PER_HOUR })
}
