/* What Python's library does by a call, done in place: read before all else by each file of C.

   Half of the time of a game is spent in Python's library, which is shared and mostly not tuned, and
   a good part of that on the way there. All here does what the library does (Python 3.11; by any
   other version nothing is changed), only nearer and for the common case. See bench/README.md for
   what it brings. */

#include <patchlevel.h>

#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000

#define _Py_Dealloc in_place_dealloc /* while Python's headers are read, which use it */
#include <Python.h>
#undef _Py_Dealloc
#define _Py_Dealloc in_place_dealloc

extern inline __attribute__((gnu_inline, always_inline)) void in_place_dealloc(PyObject *object)
{
    object->ob_type->tp_dealloc(object);
}

#include "CPy.h"

/* No object of the engine holds a long chain of others of its kind, so that freeing it could go too
   deep: the count of how deep it goes is not needed. */
#undef CPy_TRASHCAN_BEGIN
#undef CPy_TRASHCAN_END
#define CPy_TRASHCAN_BEGIN(object, dealloc) {
#define CPy_TRASHCAN_END(object) }

/* -- generators ------------------------------------------------------------------------------- */

static inline int in_place_is_generator(PyObject *object)
{
    PyAsyncMethods *methods = Py_TYPE(object)->tp_as_async;
    return methods != NULL && methods->am_send != NULL && Py_TYPE(object)->tp_iter != NULL;
}

/* A generator is its own iterator. */
static inline PyObject *in_place_iter(PyObject *object)
{
    if (in_place_is_generator(object)) {
        Py_INCREF(object);
        return object;
    }
    return PyObject_GetIter(object);
}
#define PyObject_GetIter(object) in_place_iter(object)

static inline PySendResult in_place_send(PyObject *iter, PyObject *value, PyObject **result)
{
    if (in_place_is_generator(iter))
        return Py_TYPE(iter)->tp_as_async->am_send(iter, value, result);
    return PyIter_Send(iter, value, result);
}
#define PyIter_Send(iter, value, result) in_place_send(iter, value, result)

/* -- lists and small numbers -------------------------------------------------------------------- */

static inline int in_place_append(PyObject *list, PyObject *item)
{
    PyListObject *self = (PyListObject *)list;
    Py_ssize_t size = Py_SIZE(self);
    if (item == NULL || size >= self->allocated)
        return PyList_Append(list, item);
    Py_INCREF(item);
    self->ob_item[size] = item;
    Py_SET_SIZE(self, size + 1);
    return 0;
}
#define PyList_Append(list, item) in_place_append((PyObject *)(list), item)

/* Python has one object for each of the small numbers, which is never freed. */
#define IN_PLACE_LEAST (-5)
#define IN_PLACE_MOST 256
static PyObject *in_place_numbers[IN_PLACE_MOST - IN_PLACE_LEAST + 1];

static inline PyObject *in_place_number(long value)
{
    if (value < IN_PLACE_LEAST || value > IN_PLACE_MOST)
        return PyLong_FromLong(value);
    PyObject **known = &in_place_numbers[value - IN_PLACE_LEAST];
    if (*known == NULL && (*known = PyLong_FromLong(value)) == NULL)
        return NULL;
    Py_INCREF(*known);
    return *known;
}
#define PyLong_FromLong(value) in_place_number(value)

/* -- objects ------------------------------------------------------------------------------------ */

/* Objects of classes that the collector does not look at (options, events) are made and dropped by
   the thousand: some of those dropped are kept, by size, and given out again. */
#define IN_PLACE_SIZES 32 /* in steps of sixteen bytes */
#define IN_PLACE_KEPT 2048
typedef struct in_place_kept {
    struct in_place_kept *next;
} in_place_kept;
static in_place_kept *in_place_first[IN_PLACE_SIZES];
static int in_place_count[IN_PLACE_SIZES];

static inline size_t in_place_size(PyTypeObject *type)
{
    return ((size_t)type->tp_basicsize + 15) >> 4;
}

static inline __attribute__((unused)) PyObject *in_place_alloc(PyTypeObject *type, Py_ssize_t count)
{
    size_t size = in_place_size(type);
    if (size >= IN_PLACE_SIZES || in_place_first[size] == NULL)
        return PyType_GenericAlloc(type, count);
    in_place_kept *kept = in_place_first[size];
    in_place_first[size] = kept->next;
    in_place_count[size]--;
    PyObject *object = memset(kept, 0, type->tp_basicsize);
    Py_SET_TYPE(object, type);
    Py_SET_REFCNT(object, 1);
    return object;
}

static inline __attribute__((unused)) void in_place_free(void *object)
{
    size_t size = in_place_size(Py_TYPE((PyObject *)object));
    if (size >= IN_PLACE_SIZES || in_place_count[size] >= IN_PLACE_KEPT) {
        PyObject_Free(object);
        return;
    }
    in_place_kept *kept = object;
    kept->next = in_place_first[size];
    in_place_first[size] = kept;
    in_place_count[size]++;
}
#define IN_PLACE_SLOTS .tp_alloc = in_place_alloc, .tp_free = in_place_free,

#else
#define IN_PLACE_SLOTS
#endif
