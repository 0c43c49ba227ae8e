import { expect, test } from 'vitest';
import { changedLines, countLines, upToLines } from '../../../mutation/changed-lines.ts';

const DIFF = `diff --git a/shared/base/ids.ts b/shared/base/ids.ts
index 1111111..2222222 100644
--- a/shared/base/ids.ts
+++ b/shared/base/ids.ts
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
diff --git a/shared/table/new.ts b/shared/table/new.ts
new file mode 100644
--- /dev/null
+++ b/shared/table/new.ts
@@ -0,0 +1,2 @@
+one
+two
`;

const ranges = [
  { file: 'shared/base/ids.ts', first: 3, last: 3 },
  { file: 'shared/base/ids.ts', first: 11, last: 14 },
  { file: 'shared/table/new.ts', first: 1, last: 2 },
];

test('The changed lines of a diff include added and changed lines, but not deleted lines', () => {
  expect(changedLines(DIFF)).toEqual(ranges);
  expect(changedLines('')).toEqual([]);
});

test('The mutation test mutates at most the given number of changed lines, and shortens the last range of lines to that', () => {
  const [first, second] = ranges;
  expect(upToLines(ranges, 3)).toEqual([first, { ...second, last: 12 }]);
  expect(upToLines(ranges, 5)).toEqual([first, second]);
  expect(upToLines(ranges, 0)).toEqual([]);
});

test('The mutation test mutates all changed lines if they are within the limit', () => {
  expect(upToLines(ranges, 7)).toEqual(ranges);
  expect(countLines(ranges)).toBe(7);
});
