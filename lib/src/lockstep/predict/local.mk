lib_libcore_la_SOURCES += \
	lib/src/lockstep/predict/prediction.c lib/src/lockstep/predict/prediction.h \
	lib/src/lockstep/predict/session_predict.c
