import type { ReportObject } from '@sightline/contract/subscriptions.ts'
import { escapeHtml } from '@sightline/domain/alerts/templates.ts'
import { firstRowsHtml, firstRowsText } from '../../platform/mail/first-rows.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { mailButton, mailCard, mailPage, mailPicture, mailRemark } from '../../platform/mail/page.ts'
import type { ReportContent, ReportPart } from './report.ts'

/** What a mail says beside the report itself. */
export interface ReportFrame {
  type: ReportObject
  /** The time that the report is for. */
  dueAt: Date
  /** Names this very report. */
  key: string
  /** The page that ends the subscription, and the address that programs post to for the same. */
  endPage: string
  endAddress: string
}

/** The mail with a report, for readers of text and of HTML, light and dark, on a desk and on a phone. */
export function reportEmail(report: ReportContent, envelope: ReportFrame): Omit<Mail, 'to'> {
  const { type, dueAt, key, endPage, endAddress } = envelope
  const moment = `${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const pictures: { id: string; png: Uint8Array }[] = []
  const cards = report.parts.map((part) => cardOf(part, pictures)).filter((content) => content !== '')
  const head = `<h1 style="margin:0 0 4px;font-size:18px;line-height:26px;font-weight:600;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(report.link)}" style="color:#2b59d1;text-decoration:none">${escapeHtml(report.name)}</a></h1>
<p class="quiet" style="margin:0;color:#646d79;font-size:12px;line-height:18px">${moment}</p>
${report.remark === null ? '' : mailRemark(report.remark)}`
  const content = [mailCard(head), ...cards.map(mailCard), mailButton(report.link, `Open ${type}`)].join('\n')
  const reason = `You get this mail because of a subscription to this ${type}.`
  const footer = `${reason} <a class="quiet" href="${escapeHtml(endPage)}" style="color:#646d79">End the subscription</a>`
  return {
    subject: `${inLine(report.name)} – ${moment}`,
    text: [report.name, report.link, reportText(report), `${reason}\nEnd the subscription: ${endPage}`].join('\n\n'),
    html: mailPage(report.name, content, footer),
    pictures,
    key,
    unsubscribe: endAddress,
  }
}

/** The numbers of a report as plain text. */
export function reportText({ parts, remark }: ReportContent): string {
  const lines = parts.flatMap((part) => {
    const shown = [
      ...(part.heading === null ? [] : [part.heading]),
      ...(part.text === null ? [] : [part.text]),
      ...part.pictures.flatMap(wordsOf),
      ...(part.rows === null ? [] : firstRowsText(part.rows)),
      ...(part.remark === null ? [] : [part.remark]),
    ]
    return shown.length === 0 ? [] : [shown.join('\n')]
  })
  return [...lines, ...(remark === null ? [] : [remark])].join('\n\n')
}

type Picture = ReportPart['pictures'][number]

const wordsOf = (picture: Picture): string[] =>
  picture.png === null ? [notDrawn(picture)] : picture.note === null ? [] : [picture.note]

const notDrawn = ({ reason }: Extract<Picture, { png: null }>) => `${reason} Its numbers follow.`

/** @param pictures gets those that the card shows */
function cardOf(
  { heading, text, pictures: drawn, rows, remark }: ReportPart,
  pictures: { id: string; png: Uint8Array }[],
): string {
  const shown = drawn.map((picture) => {
    if (picture.png === null) return mailRemark(notDrawn(picture))
    const id = `chart-${pictures.length + 1}`
    pictures.push({ id, png: picture.png })
    return mailPicture(id, picture.width, picture.description) + (picture.note === null ? '' : mailRemark(picture.note))
  })
  return [
    heading === null
      ? ''
      : `<h2 style="margin:0;font-size:14px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(heading)}</h2>`,
    text === null ? '' : `<div style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</div>`,
    ...shown,
    rows === null ? '' : firstRowsHtml(rows),
    remark === null ? '' : mailRemark(remark),
  ]
    .filter((piece) => piece !== '')
    .join('\n')
}

/** A name as it may stand in the subject of a mail. */
const inLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
