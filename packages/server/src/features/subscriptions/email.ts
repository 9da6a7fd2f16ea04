import type { ReportObject } from '@sightline/contract/subscriptions.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { firstRowsHtml, firstRowsText } from '../../platform/mail/first-rows.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailButton, mailCard, mailPage, mailPicture, mailRemark } from '../../platform/mail/page.ts'
import type { ReportContent, ReportPart } from './report-content.ts'
import type { AttachedPdf } from './report-pdf.ts'
import { joinedTexts } from './report-text.ts'

/** The parts of a mail around the report itself. */
export interface ReportFrame {
  type: ReportObject
  /** The time that the report is for. */
  dueAt: Date
  /** The formats of the organization, in whose time zone the time is written. */
  formats: ValueFormats
  /** The dashboard as PDF; null if the mail has none. */
  pdf: AttachedPdf | null
  /** Identifies this report. */
  key: string
  /** The page that ends the subscription, and the URL that mail programs post to for the same purpose (RFC 8058). */
  endPage: string
  endAddress: string
}

const openTexts: Record<ReportObject, () => string> = {
  query: () => i18n._('Open query'),
  dashboard: () => i18n._('Open dashboard'),
}

const reasons: Record<ReportObject, () => string> = {
  query: () => i18n._('You received this email because of a subscription to this query.'),
  dashboard: () => i18n._('You received this email because of a subscription to this dashboard.'),
}

/** The mail with a report, as plain text and as HTML for light and dark mode, desktop and phone. */
export function reportEmail(report: ReportContent, frame: ReportFrame): Omit<Mail, 'to'> {
  const { type, dueAt, formats, pdf, key, endPage, endAddress } = frame
  const notAttached = pdf !== null && 'remark' in pdf ? [pdf.remark] : []
  const remarks = [...(report.remark === null ? [] : [report.remark]), ...notAttached]
  const moment = timeInZone(dueAt, formats)
  const pictures: { id: string; png: Uint8Array }[] = []
  const cards = report.parts.flatMap((part, at) => {
    const card = cardOf(part, pictures)
    const tab = beginningTab(report, at)
    return [...(tab === null ? [] : [tabHeading(tab)]), ...(card === '' ? [] : [mailCard(card)])]
  })
  const head = `<h1 style="margin:0 0 4px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(report.link)}" style="color:#2b59d1;text-decoration:none">${escapeHtml(report.name)}</a></h1>
<p class="quiet" style="margin:0;color:#646d79;font-size:12px;line-height:18px">${moment}</p>
${remarks.map(mailRemark).join('\n')}`
  const content = [mailCard(head), ...cards, mailButton(report.link, openTexts[type]())].join('\n')
  const reason = reasons[type]()
  const footer = `${reason} <a class="quiet" href="${escapeHtml(endPage)}" style="color:#646d79">${i18n._('Unsubscribe')}</a>`
  return {
    subject: `${singleLine(report.name)} – ${moment}`,
    text: [
      report.name,
      report.link,
      reportText(report),
      ...notAttached,
      `${reason}\n${i18n._('Unsubscribe')}: ${endPage}`,
    ].join('\n\n'),
    html: mailPage(report.name, content, footer),
    pictures,
    files: pdf !== null && 'file' in pdf ? [pdf.file] : [],
    key,
    unsubscribe: endAddress,
  }
}

/** The numbers of a report as plain text. */
export function reportText(report: ReportContent): string {
  const { parts, remark } = report
  const lines = parts.flatMap((part, at) => {
    const tab = beginningTab(report, at)
    const shown = [
      ...(part.heading === null ? [] : [part.heading]),
      ...(factsOf(part) === null ? [] : [factsOf(part)]),
      ...(part.text === null ? [] : [part.text]),
      ...part.pictures.flatMap(pictureLines),
      ...(part.rows === null ? [] : firstRowsText(part.rows)),
      ...(part.remark === null ? [] : [part.remark]),
    ]
    return [...(tab === null ? [] : [`— ${tab} —`]), ...(shown.length === 0 ? [] : [shown.join('\n')])]
  })
  return [...lines, ...(remark === null ? [] : [remark])].join('\n\n')
}

/** The name of the tab that begins with a part; null if none does. */
function beginningTab({ parts }: ReportContent, at: number): string | null {
  const tab = parts[at]?.tab ?? null
  return tab === parts[at - 1]?.tab ? null : tab
}

const tabHeading = (name: string) =>
  `<h2 style="margin:24px 4px 12px;font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(name)}</h2>`

/** When a part was read, and with which values. */
const factsOf = ({ time, values }: ReportPart) => joinedTexts(time, values)

type Picture = ReportPart['pictures'][number]

/** Returns the lines in place of an image: its description if no rows follow it, and its note. */
function pictureLines(picture: Picture): string[] {
  if (picture.png === null) return [notRendered(picture)]
  return [...(picture.replacesRows ? [picture.description] : []), ...(picture.note === null ? [] : [picture.note])]
}

const notRendered = ({ reason }: Extract<Picture, { png: null }>) => i18n._('{reason} Its numbers follow.', { reason })

/** @param pictures the images of the card are added to it */
function cardOf(part: ReportPart, pictures: { id: string; png: Uint8Array }[]): string {
  const { heading, text, pictures: images, rows, sparklines, remark } = part
  const facts = factsOf(part)
  const level = part.tab === null ? 'h2' : 'h3'
  const attached = (png: Uint8Array) => {
    const id = `chart-${pictures.length + 1}`
    pictures.push({ id, png })
    return id
  }
  const imageOf = (row: number, column: number) => {
    const png = sparklines[row]?.[column] ?? null
    return png && attached(png)
  }
  const shown = images.map((picture) => {
    if (picture.png === null) return mailRemark(notRendered(picture))
    return (
      mailPicture(attached(picture.png), picture.width, picture.description) +
      (picture.note === null ? '' : mailRemark(picture.note))
    )
  })
  return [
    heading === null
      ? ''
      : `<${level} style="margin:0;font-size:14px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(heading)}</${level}>`,
    facts === null ? '' : mailRemark(facts),
    text === null ? '' : `<div style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</div>`,
    ...shown,
    rows === null ? '' : firstRowsHtml(rows, imageOf),
    remark === null ? '' : mailRemark(remark),
  ]
    .filter((piece) => piece !== '')
    .join('\n')
}

/** A name without line breaks and control characters, for the subject of a mail. */
const singleLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
