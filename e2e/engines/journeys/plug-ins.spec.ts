import { AS_IN_RESULT, CHOSEN, CITIES } from '../../plug-ins.ts'
import { role } from '../targets.ts'
import { expect, test } from '../test.ts'

test('a visualization of a plug-in is drawn in its frame, and Escape leads out of it (OPEN-496, OPEN-502)', async ({
  app,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'template_dot_plot', 'Cities', CHOSEN)
  await app.open(`/queries/${query.id}#${id}`)
  await app.find({ css: 'iframe[title="Cities"]' })
  await app.click({ css: 'iframe[title="Cities"]' })
  await app.engine.enterFrame()
  await app.find(role('img', `Cities: ${AS_IN_RESULT}`))
  await app.engine.press('Escape')
  const hasFocus = 'parent === window ? document.activeElement.tagName : document.hasFocus()'
  await expect.poll(() => app.engine.evaluate(hasFocus)).toBe(false)
})
