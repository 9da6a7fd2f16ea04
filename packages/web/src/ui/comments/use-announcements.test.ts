import type { Comment, CommentThread } from '@sightline/contract/comments.ts'
import { describe, expect, it } from 'vitest'
import { arrivalText, newComments } from './use-announcements.ts'

const READER = 1
const comment = (id: number, userId: number, name: string): Comment => ({
  id,
  user: { id: userId, name, profile_image_url: '', is_disabled: false },
  text: 'Why?',
  mentions: [],
  parameters: [],
  created_at: '2026-05-20T10:00:00Z',
  edited_at: null,
  can_edit: false,
  can_delete: false,
})
const thread = (comments: Comment[]): CommentThread => ({
  id: 1,
  widget_id: 7,
  created_at: '2026-05-20T10:00:00Z',
  resolved: null,
  comments,
})

describe('comments that arrive while the panel is open', () => {
  it('are announced with their author or their number, except those of the reader (OPEN-262)', () => {
    const threads = [thread([comment(1, 2, 'Bob'), comment(2, READER, 'Ada'), comment(3, 2, 'Bob')])]
    expect(arrivalText(newComments(new Set([1]), threads, READER))).toBe('New comment by Bob.')
    expect(arrivalText(newComments(new Set(), threads, READER))).toBe('2 new comments.')
    expect(arrivalText(newComments(new Set([1, 3]), threads, READER))).toBeNull()
  })
})
