import { expect, test } from '../queries.ts'

// This setting exists only for embeds of old installations.
test.use({ settings: { SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS: '1' } })

test('an old installation may still embed text parameters, and admins see a warning about it (OPEN-80, HOME-06)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({
    name: 'Greeting',
    query: "SELECT 'hello {{ name }}' AS greeting",
    options: { parameters: [{ name: 'name', title: 'Name', type: 'text', value: 'world' }] },
  })
  const visualization = query.visualizations[0]?.id
  await page.goto(`/embed/query/${query.id}/visualization/${visualization}?api_key=${query.api_key}&p_name=old+wiki`)
  await expect(page.getByRole('gridcell', { name: 'hello old wiki' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('reader')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('gridcell', { name: 'hello reader' })).toBeVisible()

  await page.goto('/')
  await expect(page.getByText('still allows text parameters in embedded visualizations', { exact: false })).toBeVisible()
})
