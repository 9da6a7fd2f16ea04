import { z } from 'zod'
import { setting } from './setting.ts'
import { address } from './values.ts'

export interface EmailConfig {
  mailUrl: string | null
  mailFrom: string | null
}

export const emailSettings = {
  SIGHTLINE_MAIL_URL: setting(address(/^smtps?$/, 'smtp://user:password@mail.example.com:587').optional(), {
    meaning: 'mail server, as `smtp://user:password@host:587` or `smtps://…`; without it and a sender, no email is sent',
    isSecret: true,
  }),
  SIGHTLINE_MAIL_FROM: setting(z.string().optional(), { meaning: 'sender of all emails' }),
}

type Given = z.output<z.ZodObject<typeof emailSettings>>

export const emailConfigFrom = (given: Given): EmailConfig => ({
  mailUrl: given.SIGHTLINE_MAIL_URL ?? null,
  mailFrom: given.SIGHTLINE_MAIL_FROM ?? null,
})
