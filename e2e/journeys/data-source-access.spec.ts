import { api } from '@sightline/contract/api.ts'
import { expect, expectAccessible, test } from '../page.ts'

// Needs its own server without any data source.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Lighthouse office' } })

test('the form empties the password when the host changes, and saves once it is entered again (DS-20)', async ({
  adminPage: page,
  adminCall,
}) => {
  const options = { host: 'db.example.com', user: 'reader', password: 'p4ss w0rd', dbname: 'ships' }
  const { id } = await adminCall(api.dataSources.create, { body: { name: 'Harbour', type: 'pg', options } })
  await page.goto(`/data_sources/${id}`)
  const [host, password] = [page.getByLabel('Host', { exact: true }), page.getByLabel('Password', { exact: true })]
  await expect(password).toHaveValue('--------')

  await host.fill('other.example.com')
  await expect(password).toHaveValue('')
  await expect(page.getByText('Enter it again, because Host has changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(password).toHaveAccessibleDescription('Enter it again, because Host has changed.')
  await expectAccessible(page)

  // Restoring the old host no longer requires the password.
  await host.fill('db.example.com')
  await expect(password).toHaveValue('--------')

  await host.fill('other.example.com')
  await password.fill('another')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
  expect(await adminCall(api.dataSources.get, { params: { id } })).toMatchObject({ options: { host: 'other.example.com' } })
})

test('the form shows who may use a new data source and shares it as chosen (OPEN-100)', async ({
  adminPage: page,
  adminCall,
}) => {
  const { id: finance } = await adminCall(api.groups.create, { body: { name: 'Finance' } })
  await page.goto('/data_sources/new')
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByRole('button', { name: 'PostgreSQL', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Payroll')
  await dialog.getByLabel('Database Name').fill('payroll')
  await expect(dialog.getByText('default', { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Groups with Full Access' }).press('Backspace')
  await dialog.getByRole('combobox', { name: 'Groups with View Only' }).fill('Fin')
  await page.getByRole('option', { name: 'Finance' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payroll' })).toBeVisible()
  const sources = await adminCall(api.dataSources.list)
  const source = sources.find(({ name }) => name === 'Payroll')
  expect(await adminCall(api.dataSources.get, { params: { id: source?.id ?? 0 } })).toMatchObject({
    groups: { [finance]: true },
  })
})
