import { adminPermissions, defaultPermissions } from '@sightline/contract/permissions.ts'
import type { SettingsChanges } from '@sightline/contract/settings.ts'
import type { Setup } from '@sightline/contract/setup.ts'
import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { PRODUCT_NAME } from '@sightline/domain/site-name.ts'
import type { Services } from '../../platform/context.ts'
import { isSameText, newKey } from '../../platform/crypto/keys.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readerLanguage } from '../../platform/language/reader.ts'
import { refuseWeakPassword } from '../users/service.ts'
import * as users from '../users/store.ts'
import { sampleJob } from './sample/install.ts'
import * as store from './store.ts'

/** An installation has a single organization. */
const ORGANIZATION_SLUG = 'default'

/** The first admin and the organization. */
export type FirstAdmin = Omit<Setup, 'token'>

/** Whether the first admin exists. */
export const isSetUp = ({ db }: Pick<Services, 'db'>): Promise<boolean> => store.hasOrganization(db)

/**
 * Prepares a first start: creates the admin of the configuration, or else a one-time token for the set-up page.
 * @returns the token to print, the same after a restart; null if set-up is done
 */
export async function prepareFirstStart(services: Services): Promise<string | null> {
  if (await isSetUp(services)) return null
  const { admin, organizationName } = services.config
  if (admin === null) return store.storeToken(services.db, newKey())
  const [name = admin.email] = admin.email.split('@')
  try {
    await create(services, { ...admin, name, org_name: organizationName ?? PRODUCT_NAME })
  } catch (error) {
    // Another process that started at the same time has set up.
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'setup_done') throw new Error(`SIGHTLINE_ADMIN_PASSWORD: ${error.message}`, { cause: error })
  }
  return null
}

/**
 * Sets up the installation with the one-time token.
 * @returns the id of the first admin
 * @throws AppError `setup_done`, `setup_token_invalid`, or about the password as `refuseWeakPassword`
 */
export async function setUp(services: Services, { token, ...admin }: Setup): Promise<number> {
  // Read the token first: set-up removes it, so a concurrent set-up would make a valid token look invalid.
  const expected = await store.findToken(services.db)
  if (await isSetUp(services)) throw new AppError('setup_done')
  if (expected === null || !isSameText(token, expected)) throw new AppError('setup_token_invalid')
  return create(services, admin)
}

/** Creates the organization, its built-in groups and the first admin, who is in both, and has a worker install the sample data. */
async function create(services: Services, admin: FirstAdmin): Promise<number> {
  const { name, email, password, org_name } = admin
  await refuseWeakPassword(password, { name, email })
  const passwordHash = await hashPassword(password)
  const userId = await services.db.transaction(async (tx) => {
    const groupIds = await createOrganization(tx, org_name, firstSettings(admin))
    const user = await users.insert(tx, {
      name,
      email,
      password_hash: passwordHash,
      api_key: newKey(),
      group_ids: groupIds,
      is_email_verified: true,
    })
    return user.id
  })
  if (services.config.sampleData) await services.queue.enqueue(sampleJob, { user_id: userId })
  return userId
}

/** The settings of a new organization, so that it begins with the time zone and week of the person who sets it up. */
const firstSettings = ({ time_zone, week_start }: FirstAdmin): SettingsChanges => ({
  ...(time_zone !== undefined && isTimeZone(time_zone) ? { time_zone } : {}),
  ...(week_start === undefined ? {} : { week_start }),
  // The pages of the set-up have the language of the browser.
  language: readerLanguage(),
})

/**
 * Creates the organization and its built-in groups. Call it within the transaction that creates the first admin.
 * @returns the ids of the groups of the first admin
 * @throws AppError `setup_done`
 */
export async function createOrganization(db: Db, name = PRODUCT_NAME, settings: SettingsChanges = {}): Promise<number[]> {
  if (!(await store.insertOrganization(db, { name, slug: ORGANIZATION_SLUG, settings }))) throw new AppError('setup_done')
  const admins = await users.insertGroup(db, { name: 'admin', type: 'builtin', permissions: [...adminPermissions] })
  const everybody = await users.insertGroup(db, { name: 'default', type: 'builtin', permissions: [...defaultPermissions] })
  await store.removeToken(db)
  return [admins.id, everybody.id]
}
