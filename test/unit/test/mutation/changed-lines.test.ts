import { describe, expect, test } from 'vitest';
import { changedLines, countLines, upToLines } from '../../../mutation/changed-lines.ts';

const DIFF = `diff --git a/shared/ids.ts b/shared/ids.ts
index 1111111..2222222 100644
--- a/shared/ids.ts
+++ b/shared/ids.ts
@@ -3 +3 @@ import { v7 } from 'uuid';
-const before = 1;
+const after = 1;
@@ -10,0 +11,4 @@ export function newId() {
+one
+two
+three
+four
@@ -20,2 +24,0 @@ export function isId() {
-gone
-gone
diff --git a/shared/gone.ts b/shared/gone.ts
deleted file mode 100644
--- a/shared/gone.ts
+++ /dev/null
@@ -1,2 +0,0 @@
-gone
-gone
diff --git a/shared/lists/new.ts b/shared/lists/new.ts
new file mode 100644
--- /dev/null
+++ b/shared/lists/new.ts
@@ -0,0 +1,2 @@
+one
+two
`;

const ranges = [
  { file: 'shared/ids.ts', first: 3, last: 3 },
  { file: 'shared/ids.ts', first: 11, last: 14 },
  { file: 'shared/lists/new.ts', first: 1, last: 2 },
];

test('a diff names the lines that it adds or changes, and none that it deletes', () => {
  expect(changedLines(DIFF)).toEqual(ranges);
  expect(changedLines('')).toEqual([]);
});

describe('of many changed lines', () => {
  test('so many are taken, and of the last range only its beginning', () => {
    const [first, second] = ranges;
    expect(upToLines(ranges, 3)).toEqual([first, { ...second, last: 12 }]);
    expect(upToLines(ranges, 5)).toEqual([first, second]);
    expect(upToLines(ranges, 0)).toEqual([]);
  });

  test('all are taken where they are no more', () => {
    expect(upToLines(ranges, 7)).toEqual(ranges);
    expect(countLines(ranges)).toBe(7);
  });
});
