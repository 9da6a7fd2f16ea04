import { PRODUCT_NAME } from '@sightline/domain/site-name.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { HttpExchange, StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pictureReply, readPicture, type UploadedPicture } from '../../platform/http/uploaded-picture.ts'
import type { MailBrand, MailLogo } from '../../platform/mail/page.ts'
import * as audit from '../audit/service.ts'
import * as store from './logo.store.ts'
import { findOrganization } from './store.ts'

/** The URL path of the logo with a hash. */
export const logoUrl = (hash: string): string => `/api/organization/logo/${hash}`

/** The logo, for everybody: pages before sign-in and public pages show it. Earlier ones are not found. */
export async function get(ctx: Context, hash: string): Promise<StreamReply> {
  const logo = await store.findLogo(ctx.db)
  if (logo?.hash !== hash) throw new AppError('not_found')
  return pictureReply(logo, 'public')
}

/** Stores the request body as the logo. @throws AppError `picture_too_large`, `picture_invalid` */
export async function upload(ctx: Context, { stream }: Pick<HttpExchange, 'stream'>) {
  return change(ctx, await readPicture(stream))
}

/** Removes the logo. */
export const remove = (ctx: Context) => change(ctx, null)

async function change(ctx: Context, logo: UploadedPicture | null): Promise<{ logo_url: string | null }> {
  await ctx.db.transaction(async (db) => {
    const before = await store.lockLogo(db)
    if (before === (logo?.hash ?? null)) return
    if (logo === null) await store.removeLogo(db)
    else await store.storeLogo(db, logo)
    const to = logo === null ? 'removed' : 'uploaded'
    await audit.recordAction({ ...ctx, db }, 'settings.change', { details: { logo: to } })
  })
  return { logo_url: logo === null ? null : logoUrl(logo.hash) }
}

/** The name and the logo with which emails are marked. */
export async function mailBrand(services: Pick<Services, 'db'>): Promise<MailBrand> {
  const logo = await mailLogo(services)
  const name = logo?.name ?? (await findOrganization(services.db))?.name ?? ''
  return { name: name === PRODUCT_NAME ? '' : name, logo }
}

/** The logo above the content of emails, with the name of the organization as its text; null without one. */
export async function mailLogo({ db }: Pick<Services, 'db'>): Promise<MailLogo | null> {
  const logo = await store.findLogo(db)
  return logo ? { type: logo.type, bytes: logo.bytes, name: logo.organization } : null
}
