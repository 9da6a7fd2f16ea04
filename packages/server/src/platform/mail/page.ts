import type { PictureType } from '@sightline/contract/users.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { textDirection } from '@sightline/domain/languages.ts'

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Colors are inline, because every mail client supports that; clients that support dark mode use these instead.
const DARK = `@media (prefers-color-scheme: dark) {
.page { background:#0e1013 !important; color:#eceef1 !important }
.card { background:#15181c !important; border-color:#23282e !important }
.quiet { color:#8b94a0 !important }
.line { border-color:#23282e !important }
.link, .card a { color:#8cadff !important }
.triggered { color:#ff8379 !important; background:#331b1b !important }
.ok { color:#4fc690 !important; background:#12281f !important }
.unknown { color:#b0b7c1 !important; background:#1d2126 !important }
.finding { color:#eceef1 !important }
.note { color:#eceef1 !important; background:#2e2412 !important }
.card a.button { background:#3565e0 !important; color:#ffffff !important }
}
@media (max-width: 480px) { .page { padding:12px !important } .card { padding:16px !important } }`

/** The logo of the organization. */
export interface MailLogo {
  type: PictureType
  bytes: Uint8Array
  /** The name of the organization, for mail programs that show no images. */
  name: string
}

/** How emails of the organization are marked. */
export interface MailBrand {
  /** The name of the organization; '' while it only has that of the product. */
  name: string
  logo: MailLogo | null
}

/** The id of the attached logo. */
export const LOGO_ID = 'organization-logo'
/** Where the mailer puts the logo or the name. Content cannot contain it, because it is escaped. */
const BRAND_PLACE = '<!--brand-->'

/** An email with the logo above its content, or else with the name of the organization, if there is one. */
export const withBrand = (html: string, { name, logo }: MailBrand): string =>
  html.replace(BRAND_PLACE, () => {
    if (logo !== null) return logoImage(logo.name)
    return name === '' ? '' : nameLine(name)
  })

const nameLine = (name: string): string =>
  `<p class="quiet" style="margin:0 4px 16px;color:#646d79;font-size:14px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(name)}</p>
`

/** Mail programs without CSS use the height of the attribute; the others show a small logo in its own size. */
const logoImage = (name: string): string =>
  `<p style="margin:0 4px 16px"><img src="cid:${LOGO_ID}" height="32" alt="${escapeHtml(name)}" style="display:block;width:auto;height:auto;max-width:240px;max-height:40px;border:0;font-size:16px;font-weight:600"></p>
`

/**
 * An email as HTML, for light and dark mode, for desktops and phones.
 * @param content one or more cards, as HTML
 * @param footer HTML in small print at the end
 */
export const mailPage = (title: string, content: string, footer: string): string => `<!doctype html>
<html lang="${i18n.locale}" dir="${textDirection(i18n.locale)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>a { color:#2b59d1 }
${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f7f8fa;color:#14171c;font-family:${FONT};font-size:14px;line-height:22px">
<div style="max-width:600px;margin:0 auto">
${BRAND_PLACE}${content}
<p class="quiet" style="margin:12px 4px;color:#646d79;font-size:12px;line-height:18px">${footer}</p>
</div>
</body>
</html>
`

/** @param content HTML */
export const mailCard = (content: string): string =>
  `<div class="card" style="margin:0 0 16px;padding:24px;border:1px solid #e7eaee;border-radius:10px;background:#ffffff">
${content}
</div>`

export const mailButton = (link: string, text: string): string =>
  `<p style="margin:20px 0 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:8px 16px;border-radius:8px;background:#2b59d1;color:#ffffff;font-weight:500;text-decoration:none">${escapeHtml(text)}</a></p>`

export const mailRemark = (text: string): string =>
  `<p class="quiet" style="margin:8px 0 0;color:#646d79;font-size:12px;line-height:18px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`

/** An image that is attached to the email. Clients without CSS use its width in pixels. @param description alternative text */
export const mailPicture = (id: string, width: number, description: string): string =>
  `<p style="margin:16px 0 0"><img src="cid:${escapeHtml(id)}" width="${width}" alt="${escapeHtml(description)}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:6px"></p>`
