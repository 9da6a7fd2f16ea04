import { z } from 'zod'

/** The parameters of a list request. The server checks the values and responds with 400 and the documented messages. */
export const ListQuery = z.object({
  page: z.string().optional(),
  page_size: z.string().optional(),
  /** A sort name of the list, or several separated by commas; a leading minus means descending. */
  order: z.string().optional(),
  q: z.string().optional(),
  /** Can be repeated: an item must have all of the tags. */
  tags: z.union([z.string(), z.array(z.string())]).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), page: z.int(), page_size: z.int(), results: z.array(item) })

export const TagCounts = z.object({ tags: z.array(z.object({ name: z.string(), count: z.int() })) })
export type TagCounts = z.infer<typeof TagCounts>
