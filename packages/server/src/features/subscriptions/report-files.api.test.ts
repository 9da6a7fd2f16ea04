import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Subscription } from '@sightline/contract/subscriptions.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { at8, monday, useSubscriptions } from '../../testing/report-subscriptions.ts'

const world = useSubscriptions()
const { sender, destinationOf, place, subscribe, subscribed, send, makeDue, groupOf } = world

describe('the PDF of a report', () => {
  const pdfText = async (place: number) => {
    const [pdf, ...more] = (sender.mailServer.mails[place]?.attachments ?? []).filter(
      ({ disposition }) => disposition === 'attachment',
    )
    expect({ type: pdf?.mimeType, name: pdf?.filename, more }).toEqual({
      type: 'application/pdf',
      name: 'Overview_2026_11_23.pdf',
      more: [],
    })
    return (await readPdf(new Uint8Array(pdf?.content as ArrayBuffer))).pages.join('\n')
  }

  it('has the dashboard with the results of the mail, as far as each subscriber may see them, if they chose it (OPEN-265)', async () => {
    const secret = (await buildDataSource(sender.server, { groups: { [await groupOf(sender.ada)]: false } })).id
    const hidden = await buildQuery(sender.ada, {
      data_source_id: secret,
      query: "select 'secret ' || gen_random_uuid() as word",
      name: 'Hidden',
    })
    const widget = (await place({ visualization_id: hidden.visualizations[0]?.id }, 9)).body as { id: number }
    const theirs = await subscribed(world.bob, { attach_pdf: true })
    const own = await subscribed(sender.ada, { attach_pdf: true })
    expect(own.attach_pdf).toBe(true)
    sender.server.clock.now = monday('08:00')
    await send(theirs)
    await send(own)
    const found = (text: string | undefined) => /secret [0-9a-f-]{36}/.exec(text?.replace(/\s+/g, ' ') ?? '')?.[0]
    expect(await pdfText(0)).toContain('You do not have access to this widget.')
    expect(await pdfText(0)).not.toMatch(/secret|Hidden/)
    expect(await pdfText(0)).toContain('All of last month')
    expect(found(await pdfText(1))).toBe(found(sender.mailServer.mails[1]?.text))
    expect(found(await pdfText(1))).toBeDefined()

    const { status, body } = await sender.ada.post<Subscription>(`/api/subscriptions/${own.id}`, { schedule: at8 })
    expect({ status, attach_pdf: body.attach_pdf }).toEqual({ status: 200, attach_pdf: true })
    await sender.ada.post(`/api/subscriptions/${own.id}`, { schedule: at8, attach_pdf: false })
    await send(await makeDue(own))
    expect(sender.mailServer.mails[2]?.attachments.every(({ disposition }) => disposition === 'inline')).toBe(true)
    await sender.ada.delete(`/api/widgets/${widget.id}`)
  })

  it('is refused where there can be none: for queries, and for destinations that send no mail (OPEN-265)', async () => {
    const refusal = { status: 400, body: { message: 'Only mailed reports of dashboards can have a PDF.' } }
    const toQuery = { object_type: 'query', object_id: world.query.id, attach_pdf: true }
    expect(await subscribe(sender.ada, toQuery)).toMatchObject(refusal)
    const toHook = { destination_id: await destinationOf('webhook') }
    expect(await subscribe(sender.ada, { ...toHook, attach_pdf: true })).toMatchObject(refusal)
    const { id, destination } = await subscribed(sender.ada, toHook)
    expect(destination).toMatchObject({ sends_mail: false })
    expect(await sender.ada.post(`/api/subscriptions/${id}`, { schedule: at8, attach_pdf: true })).toMatchObject(refusal)
  })
})

describe('the chart image of a report', () => {
  it('has the annotations of another query if the subscriber may see it, and else says why not (CHART-68)', async () => {
    const { ada, server, source } = sender
    const hidden = (await buildDataSource(server, { groups: { [await groupOf(ada)]: false } })).id
    const text = "select '2026-01-15' as at, 'New prices' as what"
    const events = await Promise.all(
      [source, hidden, source].map((data_source_id, index) =>
        buildQuery(ada, { data_source_id, query: `${text}, ${index}`, name: 'Events' }),
      ),
    )
    for (const { id } of events.slice(0, 2)) await ada.post(`/api/queries/${id}/results`, { max_age: 0, wait: 20_000 })
    const options = { globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } }
    const made: Visualization[] = []
    // One after the other, because a mail has them in the order in which they were made.
    for (const [index, { id }] of events.entries()) {
      const annotationQuery = { id, x: 'at', label: 'what' }
      const chart = {
        query_id: world.query.id,
        type: 'CHART',
        name: `Annotated ${index}`,
        options: { ...options, annotationQuery },
      }
      made.push((await ada.post<Visualization>('/api/visualizations', chart)).body)
    }
    await send(await makeDue(await subscribed(world.bob, { object_type: 'query', object_id: world.query.id })))
    for (const { id } of made) await ada.delete(`/api/visualizations/${id}`)
    const [mail] = sender.mailServer.mails
    expect(mail?.html).toMatch(/alt="Annotated 0\.[^"]*Annotations: New prices 2026-01-15\./)
    const reasons = [...(mail?.html ?? '').matchAll(/annotations of another query are not shown: ([^<.]*)/g)].map(
      ([, reason]) => reason,
    )
    expect(reasons).toEqual(['you may not see it', 'it has no result'])
  })
})

describe('the chart image of a report with lines at parameters', () => {
  it('has them at the values that the dashboard opens with, with dates as they are when it is sent (CHART-71)', async () => {
    const { ada, source } = sender
    const dated = await buildQuery(ada, {
      data_source_id: source,
      name: 'Dated',
      query:
        "select d::date as day, 5 as sold from (values ('2026-11-01'), ('2026-11-30')) t(d) where {{ target }} > 0 and '{{ until }}' > ''",
      options: {
        parameters: [
          { name: 'target', title: 'Target', type: 'number', value: 3 },
          { name: 'until', title: 'Until', type: 'date', value: 'd_yesterday' },
        ],
      },
    })
    const options = {
      ...{ globalSeriesType: 'line', columnMapping: { day: 'x', sold: 'y' } },
      referenceLines: ['target', 'until'].map((parameter) => ({ kind: 'parameter', parameter })),
    }
    const chart = { query_id: dated.id, type: 'CHART', name: 'Marked', options }
    const { id } = (await ada.post<Visualization>('/api/visualizations', chart)).body
    const own = (await ada.post<Dashboard>('/api/dashboards', { name: 'With a goal' })).body
    const goal = { name: 'target', type: 'dashboard-level', mapTo: 'goal', title: 'Goal' }
    const position = { col: 0, row: 0, sizeX: 3, sizeY: 8 }
    await ada.post('/api/widgets', {
      ...{ dashboard_id: own.id, visualization_id: id, text: '', width: 1 },
      options: { position, parameterMappings: { target: goal } },
    })
    await send(await makeDue(await subscribed(ada, { object_id: own.id })))
    const alt = /alt="(Marked\.[^"]*)"/.exec(sender.mailServer.mails[0]?.html ?? '')?.[1]
    expect(alt).toContain('Reference lines: Goal 3.')
    expect(alt).toContain('Annotations: Until 2026-11-22.')
  })
})

describe('the chart image of a large result', () => {
  it('shows groups of all its rows, as the page does', async () => {
    const text =
      "select case i when 0 then 'rare' else 'usual' end as kind, case i when 0 then 29999 else 1 end as n from range(30000) t(i)"
    const many = await buildQuery(sender.ada, { data_source_id: sender.source, query: text, name: 'Many' })
    const options = { globalSeriesType: 'pie', columnMapping: { kind: 'x', n: 'y' } }
    await sender.ada.post('/api/visualizations', { query_id: many.id, type: 'CHART', name: 'Shares', options })
    await send(await makeDue(await subscribed(sender.ada, { object_type: 'query', object_id: many.id })))
    expect(sender.mailServer.mails[0]?.html).toMatch(/alt="Shares\. Pie chart\.[^"]*rare 50%/)
  })
})
