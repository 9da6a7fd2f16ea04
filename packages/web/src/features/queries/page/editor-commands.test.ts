import { describe, expect, it } from 'vitest'
import { formatText, shortcutOf } from './editor-commands.ts'

describe('the shortcuts of the page', () => {
  const pressed = (key: string, code: string, ...held: string[]) =>
    shortcutOf({
      key,
      code,
      ctrlKey: held.includes('ctrl'),
      metaKey: held.includes('meta'),
      altKey: held.includes('alt'),
      shiftKey: held.includes('shift'),
    })

  it('save, execute and format with any keyboard layout (EDIT-18, EDIT-19, EDIT-21)', () => {
    expect(pressed('s', 'KeyS', 'ctrl')).toBe('save')
    expect(pressed('ы', 'KeyS', 'meta')).toBe('save')
    expect(pressed('Enter', 'Enter', 'ctrl')).toBe('execute')
    expect(pressed('Enter', 'Enter', 'alt')).toBe('execute')
    expect(pressed('F', 'KeyF', 'ctrl', 'shift')).toBe('format')
    expect(pressed('А', 'KeyF', 'meta', 'shift')).toBe('format')
  })

  it('do not include any other keys', () => {
    expect(pressed('s', 'KeyS')).toBeNull()
    expect(pressed('S', 'KeyS', 'ctrl', 'shift')).toBeNull()
    expect(pressed('ś', 'KeyS', 'ctrl', 'alt')).toBeNull()
    expect(pressed('f', 'KeyF', 'ctrl')).toBeNull()
    expect(pressed('Enter', 'Enter')).toBeNull()
    expect(pressed('Enter', 'Enter', 'ctrl', 'alt')).toBeNull()
    expect(pressed('Enter', 'Enter', 'ctrl', 'shift')).toBeNull()
  })
})

describe('formatting', () => {
  const refuse = () => Promise.reject(new Error('not requested'))

  it('has the server format SQL', async () => {
    expect(await formatText('select 1', 'sql', (text) => Promise.resolve(text.toUpperCase()))).toBe('SELECT 1')
  })

  it('indents JSON by 4 spaces (EDIT-23)', async () => {
    expect(await formatText('{"a":[1]}', 'json', refuse)).toBe('{\n    "a": [\n        1\n    ]\n}')
  })

  it('refuses an empty text (EDIT-24)', async () => {
    await expect(formatText('  ', 'sql', refuse)).rejects.toThrow("Can't execute empty query.")
  })

  it('refuses other syntaxes (EDIT-25)', async () => {
    await expect(formatText('print(1)', 'python', refuse)).rejects.toThrow(
      'Query formatting is not supported for your data source syntax.',
    )
  })
})
